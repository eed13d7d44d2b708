DROP INDEX "products_search_pairs";--> statement-breakpoint
CREATE INDEX "products_size" ON "products" USING btree ("size","position");--> statement-breakpoint
CREATE INDEX "products_search_letters" ON "products" USING gin ((regexp_replace("search_title", '', 'q', 'g')) gin_trgm_ops);