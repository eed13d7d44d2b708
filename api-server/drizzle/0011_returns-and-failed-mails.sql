CREATE INDEX CONCURRENTLY "mails_failed" ON "mails" USING btree ("created_at","id") WHERE "mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_return_asked" ON "orders" USING btree ("placed_at","id") WHERE not (
    jsonb_path_query_array("orders"."events", '$[*] ? (@.type == "returnAsked").products[*]') <@
    jsonb_path_query_array("orders"."events",
      '$[*] ? (@.type == "returnAccepted" || @.type == "returnDeclined" || @.type == "refundGranted").products[*]'));