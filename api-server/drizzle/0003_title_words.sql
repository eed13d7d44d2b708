CREATE TABLE "title_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "title_words_similar" ON "title_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
-- The same rule as `wordsOf` in shop/domain: what separates words is listed, because each locale has its own letters.
CREATE FUNCTION "public"."words_of_title"("title" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
	SELECT "word" FROM unnest(string_to_array(
		translate("title", ' !"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‘’“”„…·•₹€£®©™×«»।', repeat(' ', 53)), ' ')) AS "word"
	WHERE length("word") BETWEEN 2 AND 50
$$;--> statement-breakpoint
-- In one order, so that two transactions that add the same words don't wait for each other.
CREATE FUNCTION "public"."add_title_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_LEVEL = 'ROW' THEN
		INSERT INTO "public"."title_words" SELECT DISTINCT "word" COLLATE "C" AS "word"
			FROM "public"."words_of_title"(NEW."search_title") AS "word" ORDER BY "word" ON CONFLICT DO NOTHING;
	ELSE
		INSERT INTO "public"."title_words" SELECT DISTINCT "word" COLLATE "C" AS "word"
			FROM "added", "public"."words_of_title"("added"."search_title") AS "word" ORDER BY "word" ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "products_titled" AFTER INSERT ON "products"
	REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "public"."add_title_words"();--> statement-breakpoint
CREATE TRIGGER "products_retitled" AFTER UPDATE OF "search_title" ON "products" FOR EACH ROW
	WHEN (old."search_title" IS DISTINCT FROM new."search_title")
	EXECUTE FUNCTION "public"."add_title_words"();
