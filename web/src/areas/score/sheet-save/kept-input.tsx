import { useEffect, useState } from 'react';
import { keptSheets } from './outbox-indexed-db.store.ts';

/** Says that scores which were typed and could not be sent are kept on this device; nothing when there are none. */
export function KeptInput() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    keptSheets().then(setCount, () => undefined);
  }, []);
  return (
    count > 0 && (
      <p role="status" style={{ textAlign: 'center' }}>
        已输入而没有保存的成绩（{count} 份成绩单）保存在本机，恢复连接后打开成绩单即自动保存
      </p>
    )
  );
}
