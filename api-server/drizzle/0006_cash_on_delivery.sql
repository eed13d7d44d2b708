ALTER TABLE "checkouts" ADD COLUMN "cash_fee" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cash_fee" integer;