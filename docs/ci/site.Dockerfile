# The site of an API description, served by an nginx that is not root:
#   docker build -f msgdocs.Dockerfile -t api-docs . && docker run --read-only --tmpfs /tmp -p 8080:8080 api-docs
# Behind a proxy that passes on a path, serve it there, and name it in siteUrl too: --build-arg SITE_PATH=/orders/
ARG SITE_PATH=/

FROM node:24-alpine@sha256:d32cdf619f63fe0471182d08996dd516c6275bb5fd31ae06e55a570bd9e1ad43 AS site
# Before the files of the repository are there: they could say that msgdocs is something else.
RUN npm install --global --ignore-scripts msgdocs@VERSION
WORKDIR /work
COPY . .
RUN msgdocs build -o /site
ARG SITE_PATH
# The headers of the site's _headers file, the page for what is not found, the type of Markdown, and what needs no root.
RUN awk '/^\// { all = $0 == "/*" } all && /^  / { name = $1; sub(/:$/, "", name); sub(/^ +[^ ]+ /, ""); print "add_header " name " \"" $0 "\" always;" }' /site/_headers > /headers.conf \
  && printf '%s\n' 'pid /tmp/nginx.pid;' 'worker_processes auto;' 'events {}' 'http {' 'include mime.types;' 'default_type application/octet-stream;' 'sendfile on;' \
    'gzip on;' 'gzip_types text/css text/javascript application/javascript application/json application/xml image/svg+xml text/markdown text/plain;' \
    'client_body_temp_path /tmp/body;' 'proxy_temp_path /tmp/proxy;' 'fastcgi_temp_path /tmp/fastcgi;' 'uwsgi_temp_path /tmp/uwsgi;' 'scgi_temp_path /tmp/scgi;' \
    'server {' 'listen 8080;' 'absolute_redirect off;' 'root /usr/share/nginx/html;' 'charset utf-8;' "error_page 404 ${SITE_PATH}404.html;" 'include headers.conf;' \
    'charset_types text/css text/markdown text/plain text/xml application/javascript application/json;' 'location ~ \.md$ { types { text/markdown md; } }' '}' '}' > /nginx.conf

FROM nginx:1.30.5-alpine-slim@sha256:f56e56413ea294b1532917c0b36fc676725f0af2ac766989f06f4b69cf83b12b
COPY --from=site /headers.conf /nginx.conf /etc/nginx/
ARG SITE_PATH
COPY --from=site /site /usr/share/nginx/html$SITE_PATH
USER nginx
EXPOSE 8080
