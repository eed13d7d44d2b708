ALTER TABLE "shoppers" ADD COLUMN "name_key" text;--> statement-breakpoint
ALTER TABLE "shoppers" ADD COLUMN "email_search_key" text;--> statement-breakpoint
-- A program that does not know the keys, such as the version before them, must not leave those of another name.
CREATE FUNCTION "public"."forget_search_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."name_key" := NULL;
	NEW."email_search_key" := NULL;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "shoppers_renamed" BEFORE UPDATE ON "shoppers" FOR EACH ROW
	WHEN ((old."name", old."email") IS DISTINCT FROM (new."name", new."email")
		AND (old."name_key", old."email_search_key") IS NOT DISTINCT FROM (new."name_key", new."email_search_key"))
	EXECUTE FUNCTION "public"."forget_search_keys"();
