# A fragment to include into a Makefile: "make site" builds what has changed.
#   include msgdocs.mk
DOCUMENT ?= DOCUMENT_NAME
SITE ?= site
MSGDOCS ?= npx --yes msgdocs@VERSION

# Everything that the document may refer to.
MSGDOCS_INPUTS := $(wildcard msgdocs.yaml) $(shell find $(dir $(DOCUMENT)) -not -path '*/.*' -not -path './node_modules/*' -not -path './$(SITE)/*' -type f \( -name '*.yaml' -o -name '*.yml' -o -name '*.json' -o -name '*.avsc' -o -name '*.proto' -o -name '*.md' \))

.PHONY: site check-api
site: $(SITE)/manifest.json

$(SITE)/manifest.json: $(MSGDOCS_INPUTS)
	$(MSGDOCS) build $(DOCUMENT) -o $(SITE)

check-api:
	$(MSGDOCS) check $(DOCUMENT)
