set -e
mkdir -p checked && cd checked
awk '/^<script type="text\/plain" id="/ { split($0, a, "\""); f = a[4]; next } /^<\/script>/ { f = "" } f != "" && f != "verify" { print > (f ".b64") }' ../evidence.html
for f in *.b64; do base64 -d "$f" > "${f%.b64}" && rm "$f"; done
for f in ../parts/*.js; do if [ -e "$f" ]; then sed '1d;$d' "$f" | base64 -d > "$(basename "$f" .js)"; fi; done
for f in file-*[0-9]; do mv "$f" "$f.mp4"; done
# The fingerprint, to be compared; then the list, and each file
openssl pkey -pubin -in key.pem -outform DER | sha256sum
openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in manifest.json -sigfile manifest.sig
sha256sum -c sums
# From the files to the seals
for chain in chain-*[0-9]; do
  i=${chain#chain-}
  link=$(head -n 1 "$chain")
  for hash in $(tail -n +2 "$chain"); do link=$(printf '%s' "$link$hash" | sha256sum | cut -d ' ' -f 1); done
  leaf=$(printf '%s %s' "$(cat "place-$i")" "$link" | sha256sum | cut -d ' ' -f 1)
  grep -qx "$leaf" "leaves-$i"
  grep -qF "\"$(sha256sum < "leaves-$i" | cut -d ' ' -f 1)\"" "seal-$i"
  openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in "seal-$i" -sigfile "seal-signature-$i"
done
# Each file is in a chain
for hash in $(cut -d ' ' -f 1 sums); do cat chain-*[0-9] | grep -qx "$hash"; done
echo 'The footage is what was sealed'
