CREATE UNIQUE INDEX CONCURRENTLY "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_newest" ON "orders" USING btree ("placed_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_status" ON "orders" USING btree ("status","placed_at","id");