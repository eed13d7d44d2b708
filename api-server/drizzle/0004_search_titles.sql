-- `searchTextOf` of shop/domain, for the few titles with such characters, which the version before has only written in
-- lower case. One that it writes later, while both run, gets it with the next import.
UPDATE "products" SET "search_title" = "text" FROM (
	SELECT "id" AS "of", btrim(regexp_replace(normalize(regexp_replace("search_title",
		'[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
		'', 'g'), NFC), '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g')) AS "text"
	FROM "products"
) AS "texts"
WHERE "id" = "of" AND "search_title" <> "text";--> statement-breakpoint
INSERT INTO "title_words" SELECT DISTINCT "word" COLLATE "C" AS "word"
	FROM "products", "public"."words_of_title"("search_title") AS "word" ORDER BY "word" ON CONFLICT DO NOTHING;
