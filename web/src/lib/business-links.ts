import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { createContext, type ComponentType } from 'react';

/** Where the business content of an application is shown: a page, or a dialog over the detail. */
export type BusinessLink =
  | { label: string; to: string }
  | { label: string; dialog: 'infoCheck' | 'content'; title: string; width: number };

/** What of an application decides where its content is shown. */
export type LinkedApplication = Pick<
  ApprovalItem,
  'processNo' | 'applyId' | 'teachingClassId' | 'scoreType' | 'factUseProcessCode'
>;

/** By number of the process; null where this person, or this application, has none. */
export type BusinessLinks = Readonly<
  Record<string, (item: LinkedApplication, may: (permission: PermissionCode) => boolean) => BusinessLink | null>
>;

/** The links of all areas. The shell provides them; areas may not import each other. */
export const BusinessLinksContext = createContext<BusinessLinks>({});

/** What of an application is decided, as its area shows it in the details. */
export interface ApprovalContent {
  readonly part: ComponentType<{ applyId: string; processNo: string }>;
  /** Whom it is shown to. */
  readonly permission: PermissionCode;
  /** It tells the differences itself: they are not listed once more. */
  readonly tellsDifferences?: true;
}

/** The contents of all areas, by number of the process. */
export type ApprovalContents = Readonly<Record<string, ApprovalContent>>;

/** The contents of all areas. The shell provides them. */
export const ApprovalContentsContext = createContext<ApprovalContents>({});
