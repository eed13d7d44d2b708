export type { ComponentModule } from '@patchwork/host/browser';

export type SlotProps = { readonly notice: { readonly member: string } };
export type PropsOfSlot<Name> = Name extends keyof SlotProps ? SlotProps[Name] : object;
