CREATE INDEX CONCURRENTLY "products_search_phrases" ON "products" USING gin ((translate("search_title", ' ', 'q')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shoppers_name_key" ON "shoppers" USING btree ("name_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shoppers_email_search_key" ON "shoppers" USING btree ("email_search_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shoppers_without_keys" ON "shoppers" USING btree ("id") WHERE "shoppers"."name_key" is null;