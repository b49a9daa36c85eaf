# The site of an API description, served by an nginx that is not root:
#   docker build -f msgdocs.Dockerfile -t api-docs . && docker run --read-only --tmpfs /tmp -p 8080:8080 api-docs
FROM node:22-alpine AS site
WORKDIR /work
COPY . .
RUN npx --yes msgdocs@VERSION build -o /site

FROM nginxinc/nginx-unprivileged:stable-alpine
COPY --from=site /site /usr/share/nginx/html
