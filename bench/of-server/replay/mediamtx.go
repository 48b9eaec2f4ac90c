// The playback server of MediaMTX alone, built inside a copy of its module: its packages are internal.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/bluenviron/mediamtx/internal/auth"
	"github.com/bluenviron/mediamtx/internal/conf"
	"github.com/bluenviron/mediamtx/internal/logger"
	"github.com/bluenviron/mediamtx/internal/playback"
)

type everybody struct{}

func (everybody) Authenticate(*auth.Request) (string, *auth.Error) { return "", nil }

type standardError struct{}

func (standardError) Log(_ logger.Level, format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

// Arguments: the address to listen at, and the folder in which path `cam` has its files.
func main() {
	server := &playback.Server{
		Address:      os.Args[1],
		ReadTimeout:  conf.Duration(10 * time.Second),
		WriteTimeout: conf.Duration(10 * time.Second),
		PathConfs: map[string]*conf.Path{"cam": {
			Name:         "cam",
			RecordPath:   os.Args[2] + "/%path/%Y-%m-%d_%H-%M-%S-%f",
			RecordFormat: conf.RecordFormatFMP4,
		}},
		AuthManager: everybody{},
		Parent:      standardError{},
	}
	if err := server.Initialize(); err != nil {
		panic(err)
	}
	fmt.Println("listening")
	select {}
}
