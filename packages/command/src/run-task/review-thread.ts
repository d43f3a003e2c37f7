import { parentPort, workerData } from 'node:worker_threads'
import { type ReviewQuestion, reviewedHere } from './plan-review'

// What the thread of a review runs. It ends with its answer.
void (async () => {
  parentPort?.postMessage(await reviewedHere(workerData as ReviewQuestion))
})()
