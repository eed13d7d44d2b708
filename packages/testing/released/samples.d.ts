// 1.0.0
import * as v from "valibot"; interface User { readonly name: string; readonly firstName: string; readonly lastName: string; readonly email: string; }
interface Session { readonly token: string; readonly user: User; }
declare const addressFieldsSchema: v.ObjectSchema<{ name: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; houseNumber: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; street: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; city: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; state: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; pinCode: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; mobile: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; }, undefined>;
declare const addressSchema: v.ObjectSchema<{ readonly name: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly houseNumber: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly street: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly city: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly state: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.NonEmptyAction<string, string>]>; readonly pinCode: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; readonly mobile: v.SchemaWithPipe<readonly [v.StringSchema<string>, v.TrimAction, v.RegexAction<string, string>]>; readonly id: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.NonEmptyAction<string, undefined>]>; }, undefined>;
type AddressFields = v.InferOutput<typeof addressFieldsSchema>;
type Address = Readonly<v.InferOutput<typeof addressSchema>>;
declare const categories: readonly ["MEN", "WOMEN", "KIDS"];
type Category = (typeof categories)[number];
declare const sizes: readonly ["S", "M", "L", "XL", "XXL"];
type Size = (typeof sizes)[number];
interface PictureSource { readonly image: string; readonly width: number; }
interface ProductPicture { readonly image: string; readonly sources?: readonly PictureSource[] | undefined; readonly alt: string; }
interface Product { readonly id: string; readonly title: string; readonly image: string; readonly sources?: readonly PictureSource[] | undefined; readonly pictures?: readonly ProductPicture[] | undefined; readonly description: string; readonly category: Category; readonly size: Size; readonly price: number; readonly originalPrice: number; readonly rating: number; readonly reviews: string; readonly inStock: boolean; readonly deliveryDays: number; readonly trending: boolean; readonly care?: string | undefined; }
declare const asha: Session;
declare const ashasHome: AddressFields;
declare const anAddress: Address;
declare const aProduct: (change?: Partial<Product>) => Product;
export { aProduct, anAddress, asha, ashasHome };
