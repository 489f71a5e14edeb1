import { downloadFile, downloadFileUrl, previewFile, type fileItem } from '@jwxt/contracts/file/file.operations.ts';
import { DOWNLOAD_TIMEOUT_MS, fileTexts } from '@jwxt/contracts/file/file.vocabulary.ts';
import { API_ROOT } from '@jwxt/contracts/kernel/operation.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { toApiError } from '../lib/api-error.ts';
import { call, file } from '../lib/api.ts';
import { saveBlob } from '../lib/download.ts';
import { notify } from '../lib/notify.ts';

export type Attachment = z.output<typeof fileItem>;

/** Address of the online preview, made of the id and the file name (FILES-09). */
export function previewAddress(id: string, name: string): string {
  return (
    API_ROOT + previewFile.path.replace('{id}', encodeURIComponent(id)).replace('{fileName}', encodeURIComponent(name))
  );
}

/** Saves an attachment; given up after 15 s (FILES-06, FILES-07). */
export async function downloadAttachment({
  relationalId,
  name,
}: Pick<Attachment, 'relationalId' | 'name'>): Promise<void> {
  try {
    const { blob } = await file(downloadFile, { relationalId }, { timeoutMs: DOWNLOAD_TIMEOUT_MS });
    saveBlob(blob, name);
  } catch (error) {
    notify.error(fileTexts.downloadFailed(toApiError(error).message));
  }
}

/**
 * Opens a pdf in a window of its own. Without preview mode, or for anything else, says that only pdf can be shown
 * (FILES-13, FILES-14).
 */
export async function previewAttachment(
  { relationalId, name, previewable }: Pick<Attachment, 'relationalId' | 'name' | 'previewable'>,
  previewMode: boolean,
): Promise<void> {
  if (!previewMode || !previewable) {
    notify.warning(fileTexts.previewPdfOnly);
    return;
  }
  // Opened before the answer: browsers allow a new window only while the click is being handled.
  const opened = window.open('about:blank', '_blank');
  try {
    const { id } = await call(downloadFileUrl, { relationalId });
    if (opened === null) throw new Error('the browser opened no window');
    opened.opener = null;
    opened.location.replace(new URL(previewAddress(id, name), location.href));
  } catch {
    opened?.close();
    notify.error(fileTexts.previewFailed);
  }
}

/** Runs one of these for a file at a time, and tells which one is busy. */
export function useBusyFile(): { busy: string | null; run: (uid: string, work: () => Promise<void>) => void } {
  const [busy, setBusy] = useState<string | null>(null);
  return {
    busy,
    run(uid, work) {
      if (busy !== null) return;
      setBusy(uid);
      void work().finally(() => {
        setBusy(null);
      });
    },
  };
}
