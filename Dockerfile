# Docent with its console. Data in /data; a read-only root file system will do.
FROM node:24-bookworm-slim AS build
WORKDIR /docent
COPY package.json package-lock.json .npmrc ./
COPY client client
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.package.json ./
COPY scripts scripts
COPY samples samples
COPY console console
COPY src src
COPY docs/reference/errors*.md docs/reference/
# The image has Node: the one that npm brings for older machines would double its size.
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* \
  && find node_modules/js-tiktoken/dist -type f ! -name 'cl100k_base.*' -delete

FROM node:24-bookworm-slim
WORKDIR /docent
COPY --from=build /docent/node_modules node_modules
COPY --from=build /docent/client client
COPY --from=build /docent/console/dist console/dist
COPY --from=build /docent/console/messages console/messages
COPY --from=build /docent/src src
COPY --from=build /docent/docs/reference docs/reference
COPY package.json LICENSE ./
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=8000 DATA_DIR=/data LOG_DIR=/data/logs
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=30s --interval=10s --timeout=5s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
# As process 1 it takes SIGTERM itself.
ENTRYPOINT ["node", "src/docent.js"]
