CREATE TABLE "pin_codes" (
	"pin" text PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	"is_cash_on_delivery" boolean NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pin_codes_days" CHECK ("pin_codes"."days" >= 0)
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "delivery_days" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_days" integer;