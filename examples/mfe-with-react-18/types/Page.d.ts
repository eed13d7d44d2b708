import type { ComponentType } from 'react';

export declare const Component: ComponentType;
