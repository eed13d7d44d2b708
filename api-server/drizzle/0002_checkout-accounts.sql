ALTER TABLE "checkouts" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;