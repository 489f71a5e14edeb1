import { uploadFile } from '@jwxt/contracts/file/file.operations.ts';
import { fileTexts } from '@jwxt/contracts/file/file.vocabulary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toApiError } from '../lib/api-error.ts';
import { newCommandId } from '../lib/command-id.ts';
import { notify } from '../lib/notify.ts';
import { invalidateOperations } from '../lib/queries.ts';
import { upload } from '../lib/upload.ts';
import { refusalOf } from './attachment-check.ts';

/** A chosen file that is not among the attachments yet. `sent` is a part of 1. */
export type PendingFile = {
  uid: string;
  name: string;
  size: number;
  state: 'waiting' | 'sending' | 'failed';
  sent: number;
  reason: string;
};

/** How many are sent at the same time. */
const AT_ONCE = 2;

type Job = { file: File; abort: AbortController };

/**
 * Sends chosen files to a business object. One that failed keeps its `uid`, so sending it again is the same upload.
 * What was cancelled or taken off the list leaves nothing behind.
 */
export function useUploads(owner: { businessTable: string; businessId: string }) {
  const client = useQueryClient();
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
  const jobs = useRef(new Map<string, Job>());
  const waiting = useRef<string[]>([]);
  const running = useRef(0);
  const change = (uid: string, next: Partial<PendingFile>) => {
    setPending((list) => list.map((entry) => (entry.uid === uid ? { ...entry, ...next } : entry)));
  };
  const drop = (uid: string) => {
    jobs.current.delete(uid);
    setPending((list) => list.filter((entry) => entry.uid !== uid));
  };

  const send = async (uid: string, { file, abort }: Job) => {
    change(uid, { state: 'sending', sent: 0, reason: '' });
    try {
      const fields = { fileUid: uid, fileName: file.name, fileSize: file.size, fileType: file.type, ...owner };
      await upload(uploadFile, fields, file, {
        signal: abort.signal,
        onProgress: (sent, total) => {
          change(uid, { sent: total > 0 ? sent / total : 0 });
        },
      });
      drop(uid);
      notify.success(fileTexts.uploaded(file.name));
      await invalidateOperations(client, ['file.']);
    } catch (error) {
      if (abort.signal.aborted) return;
      const reason = toApiError(error, '网络连接失败').message;
      change(uid, { state: 'failed', reason });
      notify.error(fileTexts.uploadFailed(reason));
    }
  };
  const advance = () => {
    while (running.current < AT_ONCE) {
      const uid = waiting.current.shift();
      const job = uid === undefined ? undefined : jobs.current.get(uid);
      if (uid === undefined) return;
      if (!job) continue;
      running.current += 1;
      void send(uid, job).finally(() => {
        running.current -= 1;
        advance();
      });
    }
  };

  return {
    pending,
    /** Takes chosen files; those that can never be taken are refused with a warning (FILES-10, FILES-11). */
    add(files: readonly File[]) {
      const accepted: PendingFile[] = [];
      for (const file of files) {
        const refusal = refusalOf(file);
        if (refusal !== null) {
          notify.warning(files.length > 1 ? `${file.name}：${refusal}` : refusal);
          continue;
        }
        const uid = newCommandId();
        jobs.current.set(uid, { file, abort: new AbortController() });
        waiting.current.push(uid);
        accepted.push({ uid, name: file.name, size: file.size, state: 'waiting', sent: 0, reason: '' });
      }
      setPending((list) => [...list, ...accepted]);
      advance();
    },
    /** Stops one, or takes a failed one off the list. */
    cancel(uid: string) {
      jobs.current.get(uid)?.abort.abort();
      drop(uid);
    },
    retry(uid: string) {
      const job = jobs.current.get(uid);
      if (!job) return;
      jobs.current.set(uid, { ...job, abort: new AbortController() });
      change(uid, { state: 'waiting', sent: 0, reason: '' });
      waiting.current.push(uid);
      advance();
    },
  };
}
