// 1.0.0
import * as _$react from "react";
import { ComponentProps, MouseEvent, ReactNode, RefCallback } from "react"; type ButtonVariant = 'primary' | 'quiet' | 'danger';
type ButtonSize = 'regular' | 'small';
declare function buttonLook(variant?: ButtonVariant, size?: ButtonSize): { className: string | undefined; 'data-variant': ButtonVariant; 'data-size': ButtonSize; };
interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> { variant?: ButtonVariant; size?: ButtonSize; }
declare function Button({ variant, size, type, ...rest }: ButtonProps): _$react.JSX.Element;
interface DatedTextProps { children: string; end: (today: Date) => string | undefined; longestEnd: string; }
declare function DatedText({ children, end, longestEnd }: DatedTextProps): _$react.JSX.Element;
interface EmptyStateProps { title?: string; picture?: ReactNode; children?: ReactNode; actions?: ReactNode; }
declare function EmptyState({ title, picture, children, actions }: EmptyStateProps): _$react.JSX.Element;
interface FormErrorProps { message: string | undefined; }
declare function FormError({ message }: FormErrorProps): _$react.JSX.Element | null;
declare function passFocusOn(findNext: (leaving: HTMLElement) => HTMLElement | null | undefined): RefCallback<HTMLElement>;
declare const isFocusLost: () => boolean;
declare const passFocusToHeading: RefCallback<HTMLElement>;
interface LoadErrorProps { message: string; onRetry: () => void; }
declare function LoadError({ message, onRetry }: LoadErrorProps): _$react.JSX.Element;
interface ListStatusProps { list: string; load: { readonly isError: boolean; readonly data: readonly unknown[] | undefined; readonly refetch: () => Promise<unknown>; }; }
declare function ListStatus({ list, load: { isError, data, refetch } }: ListStatusProps): _$react.JSX.Element | null;
interface PageHeadingProps { children: string; title?: string; action?: ReactNode; }
declare function PageHeading({ children, title, action }: PageHeadingProps): _$react.JSX.Element;
interface PriceProps { now: string; reduction: { was: string; off?: string; } | undefined; size?: 'regular' | 'large'; }
declare function Price({ now, reduction, size }: PriceProps): _$react.JSX.Element;
interface SectionProps extends ComponentProps<'section'> { title: string; level?: 2 | 3; }
declare function Section({ title, level, children, ...section }: SectionProps): _$react.JSX.Element;
interface SpinnerProps { label?: string; }
declare function Spinner({ label }: SpinnerProps): _$react.JSX.Element;
declare function Stitch(): _$react.JSX.Element;
interface TableHeadProps { columns: readonly string[]; hidden?: boolean; }
declare function TableHead({ columns, hidden }: TableHeadProps): _$react.JSX.Element;
interface Tab<Id extends string> { readonly id: Id; readonly title: ReactNode; readonly panel: ReactNode; }
interface TabsProps<Id extends string> { readonly label: string; readonly tabs: readonly Tab<Id>[]; readonly selected: Id; readonly onSelect: (id: Id) => void; readonly variant?: 'page' | 'section' | 'bar'; readonly end?: ReactNode; }
declare function Tabs<Id extends string>(props: TabsProps<Id>): _$react.JSX.Element;
interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'> { label: string; name: string; error: string | undefined; announceError?: boolean; action?: (inputId: string) => ReactNode; }
declare function TextField({ label, error, announceError, action, ...input }: TextFieldProps): _$react.JSX.Element;
declare const useIsHydrated: () => boolean;
declare function useStrayPresses(ids: readonly string[]): (id: string) => (event: MouseEvent) => void;
declare function whenIdle(task: () => void): void;
export { Button, type ButtonSize, type ButtonVariant, DatedText, EmptyState, FormError, ListStatus, LoadError, PageHeading, Price, Section, Spinner, Stitch, TableHead, Tabs, TextField, buttonLook, isFocusLost, passFocusOn, passFocusToHeading, useIsHydrated, useStrayPresses, whenIdle };
