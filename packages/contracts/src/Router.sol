// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ApprovalProxy} from "./ApprovalProxy.sol";
import {PlanHash} from "./PlanHash.sol";
import {PlanRunner} from "./PlanRunner.sol";
import {IPlanRunner} from "./interfaces/IPlanRunner.sol";
import {IRouter, Plan} from "./interfaces/IRouter.sol";

/// @title Router
/// @notice See {IRouter}. Immutable, without owner; holds nothing and is allowed nothing.
contract Router is IRouter, ReentrancyGuardTransient {
    /// @notice The only contract that users approve.
    ApprovalProxy public immutable PROXY;
    /// @notice The runner that each plan clones.
    address public immutable RUNNER;

    /// @param depository The vault of this chain.
    constructor(address depository) {
        PROXY = new ApprovalProxy(this);
        RUNNER = address(new PlanRunner(depository, address(PROXY)));
    }

    /// @inheritdoc IRouter
    function execute(Plan calldata plan) external payable nonReentrant returns (uint256 amount) {
        return _execute(msg.sender, address(0), plan);
    }

    /// @inheritdoc IRouter
    function executeFor(address owner, address token, Plan calldata plan)
        external
        payable
        nonReentrant
        returns (uint256 amount)
    {
        require(msg.sender == address(PROXY), NotProxy(msg.sender));
        return _execute(owner, token, plan);
    }

    /// @inheritdoc IRouter
    function runnerOf(address owner, address token, Plan calldata plan) external view returns (address) {
        return Clones.predictDeterministicAddress(RUNNER, _salt(owner, token, PlanHash.hash(plan)));
    }

    /// @inheritdoc IRouter
    function hashPlan(Plan calldata plan) external pure returns (bytes32) {
        return PlanHash.hash(plan);
    }

    function _execute(address owner, address pulled, Plan calldata plan) private returns (uint256 amount) {
        require(block.timestamp <= plan.deadline, PlanExpired(plan.deadline));
        bytes32 planHash = PlanHash.hash(plan);
        address runner = _createRunner(_salt(owner, pulled, planHash));
        amount = IPlanRunner(runner).run{value: msg.value}(plan, pulled);
        emit PlanExecuted(owner, plan.settlement.id, planHash, pulled, plan.settlement.token, amount);
    }

    /// @dev An address takes code once, so this is also what refuses a plan that went through before.
    function _createRunner(bytes32 salt) private returns (address runner) {
        runner = Clones.predictDeterministicAddress(RUNNER, salt);
        require(runner.code.length == 0, PlanAlreadyExecuted(runner));
        Clones.cloneDeterministic(RUNNER, salt);
    }

    /// @dev With the token, so that a token that lies about its owner's consent uses up nobody's plan.
    function _salt(address owner, address token, bytes32 planHash) private pure returns (bytes32) {
        return keccak256(abi.encode(owner, token, planHash));
    }
}
