import { FileButton, UnstyledButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { fileExtensions } from '@jwxt/contracts/file/file.vocabulary.ts';
import { useRef, useState } from 'react';
import classes from './attachment-list.module.css';

/** Where files are dropped, or chosen by pressing it; several at once (FILES-12). */
export function AttachmentDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false);
  const forget = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      accept={fileExtensions.map((extension) => `.${extension}`).join(',')}
      resetRef={forget}
      // Otherwise the same file could not be chosen again.
      onChange={(files) => {
        onFiles(files);
        forget.current?.();
      }}
      inputProps={{ 'aria-label': '选择附件' }}
    >
      {({ onClick }) => (
        <UnstyledButton
          className={classes['drop']}
          data-over={over || undefined}
          onClick={onClick}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => {
            setOver(false);
          }}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            onFiles([...event.dataTransfer.files]);
          }}
        >
          <IconUpload size={18} stroke={1.5} aria-hidden />
          <span>点击选择文件，或将文件拖到此处</span>
          <span className={classes['hint']}>支持 {fileExtensions.join('、')}，每个文件不超过 50 MB</span>
        </UnstyledButton>
      )}
    </FileButton>
  );
}
