// 1.0.0
import * as _$react from "react";
import { ComponentProps, MouseEvent, ReactNode, RefCallback } from "react"; type ButtonVariant = 'primary' | 'quiet' | 'danger';
type ButtonSize = 'regular' | 'small';
/** The props that make an anchor look like a Button: spread them on a router's Link. */
declare function buttonLook(variant?: ButtonVariant, size?: ButtonSize): { className: string | undefined; 'data-variant': ButtonVariant; 'data-size': ButtonSize; };
interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> { variant?: ButtonVariant; size?: ButtonSize; }
/** A native button; its default type is `button`. */
declare function Button({ variant, size, type, ...rest }: ButtonProps): _$react.JSX.Element;
interface EmptyStateProps { /** Left out where the page's heading says the same. */ title?: string; children?: ReactNode; /** Buttons and links: what the shopper can do next. */ actions?: ReactNode; }
/** Says that there is nothing to show, why, and what to do next. */
declare function EmptyState({ title, children, actions }: EmptyStateProps): _$react.JSX.Element;
interface FormErrorProps { /** Why the form was not sent, or what the server refused. Undefined: nothing is shown. */ message: string | undefined; }
/** The error line of a whole form. It is scrolled into view when it appears. */
declare function FormError({ message }: FormErrorProps): _$react.JSX.Element | null;
interface ListStatusProps { /** As the shopper knows it: 'cart', 'orders'. */ list: string; /** How far it is loaded. After a failed reload `data` is the earlier list. */ load: { readonly isError: boolean; readonly data: readonly unknown[] | undefined; readonly refetch: () => Promise<unknown>; }; }
/** * A spinner until a shopper's list is there. When its last load failed, it says that the list is missing or * may be out of date, and offers to try again. */
declare function ListStatus({ list, load: { isError, data, refetch } }: ListStatusProps): _$react.JSX.Element | null;
interface LoadErrorProps { /** One sentence: what could not be loaded. */ message: string; onRetry: () => void; }
/** A load failed and can be tried again. When it is removed, the focus goes to the page. */
declare function LoadError({ message, onRetry }: LoadErrorProps): _$react.JSX.Element;
interface PageHeadingProps { children: string; /** The whole document title, where '<heading> · Patchwork' does not fit. */ title?: string; /** A button at the other end of the heading's line. */ action?: ReactNode; }
/** * The page's one h1. It names the document, and takes the focus that the router left on `<main>`, so * that a page whose data arrives late is announced too. When it is removed, `<main>` has the focus again. */
declare function PageHeading({ children, title, action }: PageHeadingProps): _$react.JSX.Element;
interface PriceProps { /** As text, with the currency. */ now: string; /** The original price and the discount; undefined for a price that is not reduced. */ reduction: { was: string; off: string; } | undefined; size?: 'regular' | 'large'; }
/** A price, and for a reduced one the original price and the discount. */
declare function Price({ now, reduction, size }: PriceProps): _$react.JSX.Element;
/** * A ref for an element that may be removed while the focus is in it. The focus then goes to the element * that `findNext` returns; a browser alone would move it to the start of the document. Create it outside * of the component: React treats a new ref function as a removal. */
declare function passFocusOn(findNext: (leaving: HTMLElement) => HTMLElement | null | undefined): RefCallback<HTMLElement>;
/** * Whether no control has the focus: the one that had it was removed, or the browser gives a pressed button * none (Safari). What moves the focus after a wait asks this first: else it takes the focus from a shopper * who has gone on. */
declare const isFocusLost: () => boolean;
/** The focus goes to the page's heading. */
declare const passFocusToHeading: RefCallback<HTMLElement>;
interface SectionProps extends ComponentProps<'section'> { title: string; /** Of its heading. */ level?: 2 | 3; }
/** A part of a page that its heading names, as a landmark too. */
declare function Section({ title, level, children, ...section }: SectionProps): _$react.JSX.Element;
interface SpinnerProps { /** The text for a screen reader. */ label?: string; }
/** Three dots in 180 by 180 px, shown while something loads. */
declare function Spinner({ label }: SpinnerProps): _$react.JSX.Element;
/** The stitched line, the shop's only ornament. It is hidden from screen readers. */
declare function Stitch(): _$react.JSX.Element;
interface TableHeadProps { columns: readonly string[]; /** For screen readers only. */ hidden?: boolean; }
/** The headings of a table's columns. */
declare function TableHead({ columns, hidden }: TableHeadProps): _$react.JSX.Element;
interface Tab<Id extends string> { /** Without spaces: it becomes part of an element's id. */ readonly id: Id; readonly title: ReactNode; readonly panel: ReactNode; }
interface TabsProps<Id extends string> { /** What the tabs choose between, for a screen reader. */ readonly label: string; readonly tabs: readonly Tab<Id>[]; readonly selected: Id; readonly onSelect: (id: Id) => void; /** `page`: parts of a page. `section`: closer together. `bar`: fills a box and scrolls inside it. */ readonly variant?: 'page' | 'section' | 'bar'; /** At the end of the row of tabs. */ readonly end?: ReactNode; }
/** * Tabs as the ARIA Authoring Practices describe them: one stop for the Tab key, and the arrow keys * select at once. A panel is mounted when it is first selected. Then it stays mounted, hidden, so that * what was typed there is not lost. */
declare function Tabs<Id extends string>(props: TabsProps<Id>): _$react.JSX.Element;
interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className'> { label: string; name: string; /** What to correct here; undefined while nothing is known to be wrong. */ error: string | undefined; /** Reads the error out when it appears. For a form without a FormError. */ announceError?: boolean; /** A control at the field's end, inside its box. It gets the id of the input it acts on. */ action?: (inputId: string) => ReactNode; }
/** A required text field with its label, and its error below it. The browser holds what is typed. */
declare function TextField({ label, error, announceError, action, ...input }: TextFieldProps): _$react.JSX.Element;
/** * For a list whose items are removed by a press: a repeated press would hit the next item, which moved * into the same position. Takes the ids of the items shown; returns, by id, the capturing click handler * that stops such presses. */
declare function useStrayPresses(ids: readonly string[]): (id: string) => (event: MouseEvent) => void;
export { Button, type ButtonSize, type ButtonVariant, EmptyState, FormError, ListStatus, LoadError, PageHeading, Price, Section, Spinner, Stitch, TableHead, Tabs, TextField, buttonLook, isFocusLost, passFocusOn, passFocusToHeading, useStrayPresses };
