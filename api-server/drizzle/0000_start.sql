CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "addresses" (
	"shopper_id" uuid NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"house_number" text NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"pin_code" text NOT NULL,
	"mobile" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "addresses_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "addresses_shopper_id_id_pk" PRIMARY KEY("shopper_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"shopper_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"product" jsonb NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cart_lines_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"qty" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "cart_lines_shopper_id_product_id_pk" PRIMARY KEY("shopper_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "catalogue_revisions" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"revision" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"image" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "categories_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"key" uuid PRIMARY KEY NOT NULL,
	"shopper_id" uuid NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"lines" jsonb NOT NULL,
	"total" bigint NOT NULL,
	"address" jsonb NOT NULL,
	"provider" text NOT NULL,
	"account" text,
	"provider_order_id" text,
	"payment_id" text,
	"refunded_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "checkouts_provider_order_id_unique" UNIQUE("provider_order_id"),
	CONSTRAINT "checkouts_total" CHECK ("checkouts"."total" >= 0)
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"shopper_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"shopper_id" uuid NOT NULL,
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"lines" jsonb NOT NULL,
	"total" bigint NOT NULL,
	"address" jsonb NOT NULL,
	"payment_reference" text NOT NULL,
	"events" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'placed' NOT NULL,
	CONSTRAINT "orders_payment_reference_unique" UNIQUE("payment_reference")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "products_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"search_title" text NOT NULL,
	"description" text NOT NULL,
	"image" text NOT NULL,
	"category" text NOT NULL,
	"size" text NOT NULL,
	"price" integer NOT NULL,
	"original_price" integer NOT NULL,
	"rating" double precision NOT NULL,
	"reviews" text NOT NULL,
	"stock" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"delivery_days" integer NOT NULL,
	"trending" boolean NOT NULL,
	"sources" jsonb,
	"pictures" jsonb,
	"care" text,
	"is_hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "products_price" CHECK ("products"."price" >= 0 and "products"."original_price" >= 0),
	CONSTRAINT "products_rating" CHECK ("products"."rating" between 0 and 5),
	CONSTRAINT "products_stock" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_held" CHECK ("products"."held" >= 0 and "products"."held" <= "products"."stock")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_limits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"cause" integer NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refunded_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shopper_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"place" text
);
--> statement-breakpoint
CREATE TABLE "shoppers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"name" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"profile" jsonb NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'shopper' NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shoppers_email_key_unique" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "simulated_payments" (
	"order_id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"paid_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "simulated_payments_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "wishlist_lines" (
	"shopper_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"product" jsonb NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wishlist_lines_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishlist_lines_shopper_id_product_id_pk" PRIMARY KEY("shopper_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_shopper_id_shoppers_id_fk" FOREIGN KEY ("shopper_id") REFERENCES "public"."shoppers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_shopper_id_shoppers_id_fk" FOREIGN KEY ("shopper_id") REFERENCES "public"."shoppers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_shopper_id_shoppers_id_fk" FOREIGN KEY ("shopper_id") REFERENCES "public"."shoppers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_shopper_id_shoppers_id_fk" FOREIGN KEY ("shopper_id") REFERENCES "public"."shoppers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shopper_id_shoppers_id_fk" FOREIGN KEY ("shopper_id") REFERENCES "public"."shoppers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_shopper_id_shoppers_id_fk" FOREIGN KEY ("shopper_id") REFERENCES "public"."shoppers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_lines" ADD CONSTRAINT "wishlist_lines_shopper_id_shoppers_id_fk" FOREIGN KEY ("shopper_id") REFERENCES "public"."shoppers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject","position");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("shopper_id") WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_shopper_id" ON "checkouts" USING btree ("shopper_id","opened_at");--> statement-breakpoint
CREATE INDEX "checkouts_settle_due" ON "checkouts" USING btree ("next_attempt_at") WHERE "checkouts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_refund_due" ON "checkouts" USING btree ("next_attempt_at") WHERE "checkouts"."status" = 'closed' and "checkouts"."payment_id" is not null and "checkouts"."refunded_at" is null;--> statement-breakpoint
CREATE INDEX "mail_tokens_shopper_id" ON "mail_tokens" USING btree ("shopper_id");--> statement-breakpoint
CREATE INDEX "mail_tokens_expires_at" ON "mail_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("created_at","id") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("created_at","id") WHERE "mails"."failed_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "orders_placed_at" ON "orders" USING btree ("shopper_id","placed_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_return_asked" ON "orders" USING btree ("placed_at","id") WHERE not (
    jsonb_path_query_array("orders"."events", '$[*] ? (@.type == "returnAsked").products[*]') <@
    jsonb_path_query_array("orders"."events",
      '$[*] ? (@.type == "returnAccepted" || @.type == "returnDeclined" || @.type == "refundGranted").products[*]'));--> statement-breakpoint
CREATE UNIQUE INDEX "products_position" ON "products" USING btree ("position");--> statement-breakpoint
CREATE INDEX "products_shown_price" ON "products" USING btree ("price","position") WHERE not "products"."is_hidden";--> statement-breakpoint
CREATE INDEX "products_shown_category" ON "products" USING btree ("category","position") WHERE not "products"."is_hidden";--> statement-breakpoint
CREATE INDEX "products_shown_size" ON "products" USING btree ("size","position") WHERE not "products"."is_hidden";--> statement-breakpoint
CREATE INDEX "products_shown_category_price" ON "products" USING btree ("category","price","position") WHERE not "products"."is_hidden";--> statement-breakpoint
CREATE INDEX "products_trending" ON "products" USING btree ("position") WHERE "products"."trending";--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search_title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search_letters" ON "products" USING gin ((regexp_replace("search_title", '', 'q', 'g')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rate_limits_window_start" ON "rate_limits" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_cause" ON "refunds" USING btree ("order_id","cause");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_attempt_at") WHERE "refunds"."refunded_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_shopper_id" ON "sessions" USING btree ("shopper_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "shoppers_newest" ON "shoppers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shoppers_email" ON "shoppers" USING btree ("email_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shoppers_name" ON "shoppers" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
-- Once in each transaction: a row that this transaction wrote has the revision already.
CREATE FUNCTION "public"."revise_catalogue"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "public"."catalogue_revisions" AS "current" ("is_only", "revision") VALUES (true, gen_random_uuid())
	ON CONFLICT ("is_only") DO UPDATE SET "revision" = excluded."revision"
	WHERE "current".xmin <> pg_current_xact_id()::xid;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "products_added_or_removed" AFTER INSERT OR DELETE ON "products"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "public"."revise_catalogue"();--> statement-breakpoint
-- The shop shows whether a product is in stock, not how many pieces there are.
CREATE CONSTRAINT TRIGGER "products_changed" AFTER UPDATE ON "products"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN ((to_jsonb(old) - '{stock,held}'::text[]) IS DISTINCT FROM (to_jsonb(new) - '{stock,held}'::text[])
		OR (old."stock" > old."held") IS DISTINCT FROM (new."stock" > new."held"))
	EXECUTE FUNCTION "public"."revise_catalogue"();--> statement-breakpoint
CREATE TRIGGER "products_emptied" AFTER TRUNCATE ON "products"
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."revise_catalogue"();
