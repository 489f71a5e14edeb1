import { recognitionKindList, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';

/** Addresses of the recognition pages of a kind: the list, the form, one application. */
export function recognitionPath(kind: RecognitionKind, rest = ''): string {
  return modulePath('scoreManage', `recognition/${kind}${rest === '' ? '' : `/${rest}`}`);
}

/** The form: of a new application, or of one that is with its applicant. */
export function recognitionFormPath(kind: RecognitionKind, applyId?: string): string {
  return recognitionPath(kind, `new${applyId === undefined ? '' : `?applyId=${encodeURIComponent(applyId)}`}`);
}

/** The kind in an address; the first one for an address that names none. */
export function kindIn(text: string | undefined): RecognitionKind {
  return recognitionKindList.find((kind) => kind === text) ?? 'system';
}
