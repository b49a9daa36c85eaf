import { spawn } from "node:child_process";

const COMMANDS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens a URL of ours in the reader's browser. Where there is nothing that could, or it could not, `failed` is called once. */
export function openBrowser(url: string, failed: () => void): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", failed);
  child.on("exit", (code) => {
    if (code !== null && code !== 0) failed();
  });
  child.unref();
}
