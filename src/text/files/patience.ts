/** The errors of Windows while another program, such as a virus scanner or an indexer, has a file open. */
const BUSY = ["EBUSY", "EPERM", "EACCES"];
/** The milliseconds between attempts: a second in all. */
const WAITS = [10, 20, 40, 80, 150, 300, 400];

const here = {
  platform: process.platform,
  wait: (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** Moves or removes a file, again and again while something else holds it. On other systems than Windows these errors stay. */
export function patiently(
  run: () => void,
  { platform, wait }: { readonly platform: string; readonly wait: (ms: number) => void } = here,
): void {
  for (const ms of platform === "win32" ? WAITS : []) {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Error && "code" in error && BUSY.includes(String(error.code)))) throw error;
    }
    wait(ms);
  }
  run();
}
