CREATE INDEX CONCURRENTLY "products_shown_price" ON "products" USING btree ("price","position") WHERE not "products"."is_hidden";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_shown_category" ON "products" USING btree ("category","position") WHERE not "products"."is_hidden";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_shown_size" ON "products" USING btree ("size","position") WHERE not "products"."is_hidden";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_shown_category_price" ON "products" USING btree ("category","price","position") WHERE not "products"."is_hidden";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shoppers_newest" ON "shoppers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shoppers_email" ON "shoppers" USING btree ("email_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "shoppers_name" ON "shoppers" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_price";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_category";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_size";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_category_price";