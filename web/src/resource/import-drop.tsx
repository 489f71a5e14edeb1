import { Button, FileButton, Loader } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { usePhone } from '../ui/phone.ts';
import classes from './import.module.css';

export type ImportDropProps = {
  file: File | null;
  reading: boolean;
  disabled: boolean;
  onFile: (file: File) => void;
  onTemplate: () => void;
};

/** Where a file is dropped or chosen, and the template is to be had. */
export function ImportDrop({ file, reading, disabled, onFile, onTemplate }: ImportDropProps) {
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
        <strong>{file ? file.name : phone ? '选择 xlsx 或 csv 文件' : '将 xlsx 或 csv 文件拖到此处'}</strong>
        <span>
          {reading ? '正在读取并与系统中的数据比对…' : '可用模板，也可用学校自己的表：列名不同时可以指定对应关系'}
        </span>
      </div>
      <FileButton
        accept=".xlsx,.csv,.txt"
        resetRef={forget}
        onChange={take}
        inputProps={{ 'aria-label': '选择导入文件' }}
      >
        {(props) => (
          <Button {...props} variant="default" disabled={disabled || reading}>
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
