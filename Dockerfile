# The production server: one build, production packages, and the Node that package.json pins, without a shell or npm.
#   docker build -t liftoff .
#   docker run --read-only --tmpfs /data:uid=65532 --env-file settings.env -p 8000:8000 liftoff
# with the settings of docs/operations/deploy.md: those of .env.example are for a developer, and would replace HOST and DATA_DIR.
# Other commands replace the last word: docker run … liftoff scripts/migrate.mjs

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# npm links the pinned Node in node_modules/.bin; `npm ci` refuses a lock without the packages of other platforms.
RUN npm install --no-audit --no-fund

FROM packages AS build
# Pages are built with these settings (.env.example). All others are read when the server starts.
ARG MEDIA_HOST
ARG PUBLIC_API_BASE_URL
ARG PUBLIC_GAME_CHANGERS_API_BASE_URL
ARG PUBLIC_ANALYTICS_COLLECTOR
ARG PUBLIC_TAG_MANAGER_ID
ARG PUBLIC_POSTHOG_KEY
ARG PUBLIC_POSTHOG_HOST
ARG PUBLIC_INTERCOM_APP_ID
ARG PUBLIC_INTERCOM_REGION
ARG PUBLIC_PRODUCTION_DOMAIN
ARG PUBLIC_STAGING_DOMAIN
COPY . .
# `dist` is a link to the latest build.
RUN npm run build && cp -rL dist /served && mkdir /data

FROM node:24.21.0-bookworm-slim AS production
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share

FROM gcr.io/distroless/cc-debian12:nonroot
WORKDIR /app
COPY --from=production /app/package.json ./
COPY --from=production /app/node_modules ./node_modules
COPY --from=build /app/server.mjs ./
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/src ./src
COPY --from=build /served ./dist
COPY --from=build --chown=nonroot:nonroot /data /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data PATH=/app/node_modules/.bin
# Memory (docs/operations/deploy.md). The embedded database needs more: start it with NODE_OPTIONS=
ENV NODE_OPTIONS="--max-semi-space-size=2 --max-old-space-size=256" MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=8192 MALLOC_TRIM_THRESHOLD_=8192
USER nonroot
EXPOSE 8000 9464
VOLUME /data
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live/`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["server.mjs"]
