import { Button, FileButton, Loader } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usePhone } from '../../../ui/phone.ts';
import classes from './sheet-import.module.css';

export type SheetImportDropProps = {
  file: File | null;
  reading: boolean;
  disabled: boolean;
  onFile: (file: File) => void;
  onTemplate: () => void;
};

/** Where the filled-in file is dropped or chosen, and the template is to be had. */
export function SheetImportDrop({ file, reading, disabled, onFile, onTemplate }: SheetImportDropProps) {
  const [over, setOver] = useState(false);
  const phone = usePhone();
  const forget = useRef<() => void>(null);
  const take = (chosen: File | null | undefined) => {
    // Otherwise the same file, put right, could not be chosen again.
    forget.current?.();
    if (chosen && !disabled) onFile(chosen);
  };
  return (
    <div
      className={classes['drop']}
      data-over={over || undefined}
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
        take(event.dataTransfer.files[0]);
      }}
    >
      {reading ? <Loader size={26} /> : <IconFileSpreadsheet size={30} stroke={1.4} aria-hidden />}
      <div className={classes['file']} aria-live="polite">
        <strong>{file ? file.name : phone ? '选择填好的 xlsx 文件' : '将填好的 xlsx 文件拖到此处'}</strong>
        <span>
          {reading
            ? '正在读取并与系统中的成绩比对…'
            : '请使用本教学班的模板；空白单元格不改变已录入的成绩；不超过 4 MB'}
        </span>
      </div>
      <FileButton accept=".xlsx" resetRef={forget} onChange={take} inputProps={{ 'aria-label': '选择成绩文件' }}>
        {(props) => (
          <Button {...props} variant="default" disabled={disabled || reading} data-autofocus={file ? undefined : true}>
            {file ? '重新选择' : '选择文件'}
          </Button>
        )}
      </FileButton>
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={onTemplate}>
        下载模板
      </Button>
    </div>
  );
}
