ALTER TABLE "products" ADD COLUMN "pictures" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "care" text;