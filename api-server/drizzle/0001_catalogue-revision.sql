CREATE TABLE "catalogue_revisions" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" uuid NOT NULL
);
--> statement-breakpoint
-- Once in each transaction: a row that this transaction wrote has the revision already.
CREATE FUNCTION "public"."revise_catalogue"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "public"."catalogue_revisions" AS "current" ("is_only", "revision") VALUES (true, gen_random_uuid())
	ON CONFLICT ("is_only") DO UPDATE SET "revision" = excluded."revision"
	WHERE "current".xmin <> pg_current_xact_id()::xid;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "products_added_or_removed" AFTER INSERT OR DELETE ON "products"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."revise_catalogue"();--> statement-breakpoint
-- The shop shows whether a product is in stock, not how many pieces there are.
CREATE CONSTRAINT TRIGGER "products_changed" AFTER UPDATE ON "products"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN ((to_jsonb(old) - '{stock,held}'::text[]) IS DISTINCT FROM (to_jsonb(new) - '{stock,held}'::text[])
		OR (old."stock" > old."held") IS DISTINCT FROM (new."stock" > new."held"))
	EXECUTE FUNCTION "public"."revise_catalogue"();--> statement-breakpoint
CREATE TRIGGER "products_emptied" AFTER TRUNCATE ON "products"
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."revise_catalogue"();
