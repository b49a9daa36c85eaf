/**
 * Milliseconds that this process has worked since: the lesser of what the clock says, since other processes let it wait on a busy machine,
 * and what its processors do, since threads of its own may work beside. So the same work takes as long whatever else is at work.
 */
export function stopwatch(): () => number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const passed = performance.now() - began;
    const { user, system } = process.cpuUsage(used);
    return Math.min(passed, (user + system) / 1000);
  };
}
