CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_title" text;--> statement-breakpoint
UPDATE "products" SET "search_title" = lower("title");--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "search_title" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("price","position");--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category","position");--> statement-breakpoint
CREATE INDEX "products_category_price" ON "products" USING btree ("category","price","position");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search_title" gin_trgm_ops);