import { parentPort } from 'node:worker_threads'
import { doOnThisThread, memoryOf, refusalOf, type ThreadAnswer, type ThreadQuestion } from './list-work'

// What a thread of `ListThreads` runs. What is thrown here and says nothing of a list ends the thread: the work is done elsewhere then.
parentPort?.on('message', async (question: ThreadQuestion) => {
  const answer = await answerTo(question)
  parentPort?.postMessage(answer, 'result' in answer ? memoryOf(answer.result) : [])
})

async function answerTo(question: ThreadQuestion): Promise<ThreadAnswer> {
  try {
    return { result: await doOnThisThread(question.kind, question.input) }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    return { refusal }
  }
}
