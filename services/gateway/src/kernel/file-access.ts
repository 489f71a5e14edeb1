import type { SignedInCall } from './handler.ts';

/** Which attachments of a business object a person may see: all, only those they uploaded themselves, or none. */
export type FileReading = 'all' | 'own' | 'none';

/**
 * Who may see and change the attachments of one kind of business object: whoever may see and change the object. Each
 * area that has attachments gives one; when they may change (not after submission, say) the commands service decides.
 */
export interface FileAccess {
  readonly businessTable: string;
  reads(businessId: string, call: SignedInCall): Promise<FileReading>;
  writes(businessId: string, call: SignedInCall): Promise<boolean>;
}
