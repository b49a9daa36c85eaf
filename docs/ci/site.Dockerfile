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
# The headers of the site's _headers file, the page for what is not found, and the type of Markdown.
RUN awk '/^\// { all = $0 == "/*" } all && /^  / { name = $1; sub(/:$/, "", name); sub(/^ +[^ ]+ /, ""); print "add_header " name " \"" $0 "\" always;" }' /site/_headers > /headers.conf \
  && printf '%s\n' 'server {' 'listen 8080;' 'absolute_redirect off;' 'root /usr/share/nginx/html;' 'charset utf-8;' "error_page 404 ${SITE_PATH}404.html;" 'include headers.conf;' \
    'location ~ \.md$ { types { } default_type "text/markdown; charset=utf-8"; }' '}' > /default.conf

FROM nginxinc/nginx-unprivileged:stable-alpine
COPY --from=site /headers.conf /etc/nginx/headers.conf
COPY --from=site /default.conf /etc/nginx/conf.d/default.conf
ARG SITE_PATH
COPY --from=site /site /usr/share/nginx/html$SITE_PATH
