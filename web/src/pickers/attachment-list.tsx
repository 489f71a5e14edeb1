import { businessFiles, deleteFile } from '@jwxt/contracts/file/file.operations.ts';
import { confirm } from '../ui/confirm.ts';
import { useOperation, useOperationMutation } from '../lib/queries.ts';
import { QueryFaces } from '../ui/faces.tsx';
import { downloadAttachment, previewAttachment, useBusyFile, type Attachment } from './attachment-actions.ts';
import { AttachmentDrop } from './attachment-drop.tsx';
import { AttachmentRow, PendingRow } from './attachment-row.tsx';
import { useUploads } from './attachment-uploads.ts';
import classes from './attachment-list.module.css';

export type AttachmentListProps = {
  businessTable: string;
  businessId: string;
  /** `edit` adds uploading and deleting; the server decides whether that is allowed. */
  mode: 'view' | 'edit';
  /** Whether pdf files can be shown online (FILES-13). Default true. */
  preview?: boolean;
  /** Instead of 暂无附件. */
  emptyText?: string;
};

/**
 * Attachments of one business object (FILES-21): each with its size, who uploaded it and when; to look at, to save and,
 * in edit mode, to add and to delete.
 */
export function AttachmentList({
  businessTable,
  businessId,
  mode,
  preview = true,
  emptyText = '暂无附件',
}: AttachmentListProps) {
  const query = useOperation(businessFiles, { businessTable, businessId }, { keepPrevious: false });
  return (
    <QueryFaces query={query} compact rows={2}>
      {(files) =>
        mode === 'edit' ? (
          <Editable key={businessId} files={files} owner={{ businessTable, businessId }} preview={preview} />
        ) : (
          <Files files={files} preview={preview} emptyText={emptyText} />
        )
      }
    </QueryFaces>
  );
}

type FilesProps = { files: readonly Attachment[]; preview: boolean; onDelete?: (file: Attachment) => void };

function Files({ files, preview, emptyText }: FilesProps & { emptyText: string }) {
  if (files.length === 0) return <p className={classes['none']}>{emptyText}</p>;
  return (
    <ul className={classes['list']} aria-label="附件">
      <Rows files={files} preview={preview} />
    </ul>
  );
}

function Rows({ files, preview, onDelete }: FilesProps) {
  const { busy, run } = useBusyFile();
  return files.map((file) => (
    <AttachmentRow
      key={file.relationalId}
      file={file}
      previewMode={preview}
      busy={busy === file.relationalId}
      onPreview={() => {
        void previewAttachment(file, preview);
      }}
      onDownload={() => {
        run(file.relationalId, () => downloadAttachment(file));
      }}
      onDelete={
        onDelete
          ? () => {
              onDelete(file);
            }
          : undefined
      }
    />
  ));
}

function Editable({
  files,
  owner,
  preview,
}: {
  files: readonly Attachment[];
  owner: { businessTable: string; businessId: string };
  preview: boolean;
}) {
  const { pending, add, cancel, retry } = useUploads(owner);
  const remove = useOperationMutation(deleteFile, { invalidates: ['file.'], success: true });
  const askRemove = async ({ name, relationalId }: Attachment) => {
    if (await confirm({ message: `将删除附件“${name}”，删除后不能恢复。`, confirmText: '删除', danger: true }))
      remove.mutate({ relationalId });
  };
  return (
    <div className={classes['editor']}>
      <AttachmentDrop onFiles={add} />
      {files.length + pending.length > 0 && (
        <ul className={classes['list']} aria-label="附件">
          <Rows
            files={files}
            preview={preview}
            onDelete={(file) => {
              void askRemove(file);
            }}
          />
          {pending.map((file) => (
            <PendingRow
              key={file.uid}
              file={file}
              onCancel={() => {
                cancel(file.uid);
              }}
              onRetry={() => {
                retry(file.uid);
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
