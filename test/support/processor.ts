/** Seconds of processor time that some work takes in this process, all threads together: the clock would measure who else is at work. */
export async function processorSeconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}
