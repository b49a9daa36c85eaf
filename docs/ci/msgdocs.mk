# A fragment to include into a Makefile: "make site" builds what has changed.
#   include msgdocs.mk
# Without a document it is that of msgdocs.yaml, or asyncapi.yaml beside it. It is for one API: a portal has no list of inputs, and
# "msgdocs build --cache .cache" makes only the parts of documents that changed.
DOCUMENT ?=
SITE ?= site
# The msgdocs on which the repository depends. Who runs make trusts the Makefile, and so the repository.
MSGDOCS ?= npx msgdocs

.PHONY: site check-api
site: $(SITE)/manifest.json

$(SITE)/manifest.json:
	$(MSGDOCS) build $(DOCUMENT) -o $(SITE) --inputs .msgdocs.d

check-api:
	$(MSGDOCS) check $(DOCUMENT)

# Every file that the last build read. Files that a glob of the guides would find are not among them until the next build.
-include .msgdocs.d
