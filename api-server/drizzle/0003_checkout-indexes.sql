DROP INDEX CONCURRENTLY IF EXISTS "checkouts_expires_at";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "checkouts_shopper_id" ON "checkouts" USING btree ("shopper_id","opened_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "checkouts_settle_due" ON "checkouts" USING btree ("next_attempt_at") WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "checkouts_refund_due" ON "checkouts" USING btree ("next_attempt_at") WHERE "checkouts"."status" = 'closed' and "checkouts"."payment_id" is not null and "checkouts"."refunded_at" is null;