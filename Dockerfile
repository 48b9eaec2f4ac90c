# The platform as a container image: docs/install.md. `docker build -t vedette .`
# A Linux with libstdc++, Node 24 and npm. A mirror of their registry is told to npm by the base or as an argument.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS console
ARG NPM_CONFIG_REGISTRY
WORKDIR /opt/vedette
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --workspace console --no-audit --no-fund \
  && NODE_ENV=production node node_modules/vite/bin/vite.js build console --logLevel warn

FROM ${BASE}
ARG NPM_CONFIG_REGISTRY
WORKDIR /opt/vedette
COPY . .
# ONNX Runtime brings its libraries for every platform.
RUN --mount=type=cache,target=/root/.npm SKIP_FFMPEG=true npm ci --omit dev --workspace server --workspace vision --workspace simulator --no-audit --no-fund \
  && rm -rf node_modules/onnxruntime-node/bin/*/win32 node_modules/onnxruntime-node/bin/*/darwin \
  && mkdir -p node_modules/.cache /var/lib/vedette \
  && chown 1000:1000 node_modules/.cache /var/lib/vedette
COPY --from=console /opt/vedette/console/dist console/dist
USER 1000:1000
# Compiled by the user that runs it: Node keeps what it compiled apart by user.
RUN NODE_COMPILE_CACHE=node_modules/.cache/vedette node --max-semi-space-size=4 server/src/starter/compile.ts
ENV NODE_ENV=production VEDETTE_HOST=0.0.0.0 VEDETTE_DATA=/var/lib/vedette
VOLUME /var/lib/vedette
EXPOSE 8080 1883
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "server/src/health-command.ts"]
CMD ["node", "server/src/main.ts"]
