# A fragment to include into a Makefile: "make site" builds what has changed.
#   include msgdocs.mk
DOCUMENT ?= DOCUMENT_NAME
SITE ?= site
MSGDOCS ?= npx --yes msgdocs@VERSION

.PHONY: site check-api
site: $(SITE)/manifest.json

$(SITE)/manifest.json:
	$(MSGDOCS) build $(DOCUMENT) -o $(SITE) --inputs .msgdocs.d

check-api:
	$(MSGDOCS) check $(DOCUMENT)

# Every file that the last build read. Files that a glob of the guides would find are not among them until the next build.
-include .msgdocs.d
